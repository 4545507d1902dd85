/** Rows to ask for before it is known how many the screen shows: more than the tallest does. */
export const screenful = 100;
