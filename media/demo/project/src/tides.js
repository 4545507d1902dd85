const day = 24 * 60;

/** The next reading after `now` (minutes of the day) that is higher than its neighbours; the table repeats every day. */
export function nextHighTide(readings, now) {
  const highs = readings.filter((reading, index) => isHigh(readings, index));
  const wait = (reading) => (reading.minutes - now + day) % day;
  return highs.toSorted((a, b) => wait(a) - wait(b))[0];
}

function isHigh(readings, index) {
  const before = readings.at(index - 1);
  const after = readings[(index + 1) % readings.length];
  return readings[index].height > before.height && readings[index].height >= after.height;
}
