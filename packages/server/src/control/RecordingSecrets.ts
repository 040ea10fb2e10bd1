/** What a recording tells of bodies and answers: never a secret. Source: decision 44 (fixtures stand in worlds alone). */
import type { Answer } from "../http/Answer.ts"

/** The fields of an object; none of anything else. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? { ...value } : {}

/** The JSON of an answer; undefined where it has none. The page of consent answers with an address alone. */
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
 * Of worlds and applications their secrets are left out, of a decision all but its refusal; a use has none, and the names
 * of a modal's fields are its app's.
 */
export const withoutSecrets = (operation: string, value: unknown): unknown => {
  if (operation === "authorize") return decisionOf(fieldsOf(value))
  return /_world_/.test(operation) ? stripped(value) : value
}

/** Fields of the world file that hold one. */
const SECRETS = new Set(["token", "client_secret", "private_key", "secret"])

const stripped = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(stripped)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, held]) => (SECRETS.has(name) ? [] : [[name, stripped(held)]]))
  )
}

const DECISION = ["authorize", "guild_id", "permissions"]

/** The form's nonce stays out, and of the address where it ends all but why nothing was granted. */
const decisionOf = ({ location, ...fields }: Readonly<Record<string, unknown>>) => {
  if (typeof location !== "string") {
    return Object.fromEntries(DECISION.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])))
  }
  const [, parameters = ""] = location.split(/[?#]/, 2)
  const error = new URLSearchParams(parameters).get("error")
  return error === null ? {} : { error }
}
