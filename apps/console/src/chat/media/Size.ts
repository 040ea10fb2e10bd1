const UNITS = ["bytes", "kB", "MB", "GB"]

/** Bytes as people read them. */
export const sizeOf = (bytes: number): string => {
  let value = bytes
  let unit = 0
  while (value >= 1_000 && unit < UNITS.length - 1) {
    value /= 1_000
    unit++
  }
  return `${unit === 0 ? value : value.toFixed(value < 10 ? 1 : 0)} ${UNITS[unit]}`
}
