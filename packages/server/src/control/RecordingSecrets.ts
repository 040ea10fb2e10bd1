/** Removes secrets from recorded bodies and answers. Source: decision 44 (only worlds hold fixtures). */
import type { Answer } from "../http/Answer.ts"

/** The fields of an object; empty for any other value. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? { ...value } : {}

/** The JSON of an answer, or the `location` of a redirect; otherwise undefined. */
export const answerBody = ({ body, headers }: Answer): unknown => {
  if (body._tag !== "Uint8Array" || !/^application\/json/.test(body.contentType)) {
    return headers["location"] === undefined ? undefined : { location: headers["location"] }
  }
  return parse(new TextDecoder().decode(body.body))
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Removes secrets from world elements, and everything but the choice or the error from a consent. Other operations hold
 * no secrets, and the field names of a modal belong to its app.
 */
export const withoutSecrets = (operation: string, value: unknown): unknown => {
  if (operation === "authorize") return decisionOf(fieldsOf(value))
  return /_world_/.test(operation) ? stripped(value) : value
}

/** Fields of the world file that hold secrets. */
const SECRETS = new Set(["token", "client_secret", "private_key", "secret"])

const stripped = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(stripped)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, held]) => (SECRETS.has(name) ? [] : [[name, stripped(held)]]))
  )
}

const DECISION = ["authorize", "guild_id", "permissions"]

/** Drops the form's nonce. Of a redirect, keeps only the error. */
const decisionOf = ({ location, ...fields }: Readonly<Record<string, unknown>>) => {
  if (typeof location !== "string") {
    return Object.fromEntries(DECISION.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])))
  }
  const [, parameters = ""] = location.split(/[?#]/, 2)
  const error = new URLSearchParams(parameters).get("error")
  return error === null ? {} : { error }
}
