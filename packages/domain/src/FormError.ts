/**
 * Form-body error codes with their texts, as data.
 * Source: wire-rest.md §3.2. Entries marked "ours" are not shown there and follow its style.
 */

const error = (code: string, message: string) => ({ code, message })

const shorten = (value: unknown): string => {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? String(value))
  return text.length > 100 ? `${text.slice(0, 100)}…` : text
}

export const required = error("BASE_TYPE_REQUIRED", "This field is required")
export const badLength = (min: number, max: number) =>
  error("BASE_TYPE_BAD_LENGTH", `Must be between ${min} and ${max} in length.`)
export const maxLength = (max: number) => error("BASE_TYPE_MAX_LENGTH", `Must be ${max} or fewer in length.`)
export const minLength = (min: number) => error("BASE_TYPE_MIN_LENGTH", `Must be ${min} or more in length.`)
export const choices = (values: ReadonlyArray<string | number>) =>
  error("BASE_TYPE_CHOICES", `Value must be one of (${values.join(", ")}).`)
export const notInt = (value: unknown) => error("NUMBER_TYPE_COERCE", `Value "${shorten(value)}" is not int.`)
export const notFloat = (value: unknown) => error("NUMBER_TYPE_COERCE", `Value "${shorten(value)}" is not float.`)
export const notSnowflake = (value: unknown) =>
  error("NUMBER_TYPE_COERCE", `Value "${shorten(value)}" is not snowflake.`)
export const numberMin = (min: number | bigint) =>
  error("NUMBER_TYPE_MIN", `Value should be greater than or equal to ${min}.`)
export const numberMax = (max: number | bigint) =>
  error("NUMBER_TYPE_MAX", `Value should be less than or equal to ${max}.`)
export const notText = (value: unknown) =>
  error("STRING_TYPE_CONVERT", `Could not interpret "${shorten(value)}" as string.`)
export const notBoolean = error("BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
export const notList = error("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
export const notDict = error("DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
export const notModel = error("MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
export const tagMissing = (field: string) =>
  error("TAG_FIELD_MISSING", `Field "${field}" is required to determine the model type.`)
export const notUnique = error("SET_TYPE_CONTAINS_DUPLICATE", "The values in this set must be unique.")
