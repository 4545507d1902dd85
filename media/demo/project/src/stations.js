/** One line of a station file: `Heron-Bay 04:12 3.4` is a station, a time of day and a height in metres. */
export function parseReading(line) {
  const [station, time, height] = line.trim().split(/\s+/);
  return { station, minutes: toMinutes(time), height: Number(height) };
}

export function toMinutes(time) {
  const [hours, minutes] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
