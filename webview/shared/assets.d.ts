/** The build reads a picture as its text. */
declare module '*.svg' {
  const text: string;
  export default text;
}

/** The build puts it into the page's style sheet. */
declare module '*.css';
