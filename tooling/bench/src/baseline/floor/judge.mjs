/** Pieces of judging a JSON body by hand. A fault is one line: its path and what is wrong. */

/** @typedef {{ readonly [key: string]: unknown }} Fields */

/**
 * @param {unknown} value
 * @returns {value is Fields}
 */
export const isFields = (value) => typeof value === "object" && value !== null && !Array.isArray(value)

/**
 * @param {unknown} value
 * @returns {value is undefined | null}
 */
export const isAbsent = (value) => value === undefined || value === null

const SNOWFLAKE = /^\d{1,20}$/

/**
 * @param {unknown} value
 * @returns {value is string}
 */
export const isId = (value) => typeof value === "string" && SNOWFLAKE.test(value)

/** @type {(text: string) => number} Code points of a well-formed text. */
const pointsOf = (text) => {
  let pairs = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit >= 0xd800 && unit <= 0xdbff) pairs++
  }
  return text.length - pairs
}

/** @type {(text: string, least: number, most: number) => boolean} */
export const isLong = (text, least, most) => {
  if (text.length <= most && text.length >= 2 * least) return true
  const length = pointsOf(text)
  return length >= least && length <= most
}

/**
 * @param {unknown} value
 * @param {number} least
 * @param {number} most
 * @returns {value is string}
 */
export const isText = (value, least, most) =>
  typeof value === "string" && value.isWellFormed() && isLong(value, least, most)

/**
 * @param {unknown} value
 * @param {number} least
 * @param {number} most
 * @returns {value is number}
 */
export const isWhole = (value, least, most) =>
  Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most

/** The keys and values of metadata have at most 1,000 characters together. @type {(value: unknown) => boolean} */
export const isMetadata = (value) => {
  if (isAbsent(value)) return true
  if (!isFields(value)) return false
  let total = 0
  for (const key of Object.keys(value)) {
    const text = value[key]
    if (typeof text !== "string") return false
    total += pointsOf(key) + pointsOf(text)
  }
  return total <= 1_000
}
