/** What the tests of command validation share. */
import type { ApplicationTraits } from "@backlot/domain/ApplicationTraits"
import type { ValidationContext } from "@backlot/domain/CommandValidation"
import { validate } from "@backlot/domain/CommandValidation"
import { type Fault, formatPath } from "@backlot/domain/Fault"
import { Result } from "effect"

export const application: ApplicationTraits = { integration_types: [0, 1], embedded: true, discoverable: false }
export const inGlobal: ValidationContext = { scope: "global", application }
export const inGuild: ValidationContext = { scope: "guild", application }
export const globalOf = (traits: Partial<ApplicationTraits>): ValidationContext => ({
  scope: "global",
  application: { ...application, ...traits }
})

/** A fault in one line: `path [CODE] message`. */
export const line = ({ path, code, message }: Fault): string => `${formatPath(path)} [${code}] ${message}`

export const lines = <A>(result: Result.Result<A, ReadonlyArray<Fault>>): ReadonlyArray<string> =>
  Result.isFailure(result) ? result.failure.map(line) : []

/** `path [CODE]` of every fault of a create. */
export const faults = (body: unknown, context: ValidationContext = inGlobal): ReadonlyArray<string> =>
  places(validate(body, context))

/** `path [CODE]` of every fault. */
export const places = <A>(result: Result.Result<A, ReadonlyArray<Fault>>): ReadonlyArray<string> =>
  Result.isFailure(result) ? result.failure.map(({ path, code }) => `${formatPath(path)} [${code}]`) : []

/** A smallest sound CHAT_INPUT command, changed. */
export const slash = (changes: object = {}) => ({ name: "blep", description: "Send an animal", ...changes })

/** A smallest sound option, changed. */
export const option = (changes: object = {}) => ({ type: 3, name: "animal", description: "Which", ...changes })

/** A sound command that holds these options. */
export const withOptions = (...options: ReadonlyArray<unknown>) => slash({ options })

/** `count` sound options with names of their own. */
export const many = (count: number, make: (name: string) => unknown) =>
  Array.from({ length: count }, (_, i) => make(`n${i}`))
