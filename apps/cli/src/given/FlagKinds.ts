/** Kinds of flags that several commands share. */
import { resolve } from "node:path"
import { Effect, Option, Redacted } from "effect"
import { type Argument, Flag, Param, Primitive } from "effect/cli"

/**
 * An absolute path with shell completion. The reader of the file reports whether it is usable: the library's own path
 * type checks the file system while parsing and would report bad usage.
 */
export const file = (name: string): Flag.Flag<string> =>
  Param.makeSingle({ kind: Param.flagKind, name, typeName: "FILE", primitiveType: path(resolve) })

/** A path as an argument; `-` means stdin or stdout and is not resolved. */
export const fileArgument = (name: string): Argument.Argument<string> =>
  Param.makeSingle({
    kind: Param.argumentKind,
    name,
    // The help shows this beside the name, which is clear enough.
    typeName: "",
    primitiveType: path((text) => (text === "-" ? text : resolve(text)))
  })

const path = (read: (text: string) => string) =>
  Object.assign(Primitive.Path("either"), { parse: (text: string) => Effect.sync(() => read(text)) })

/** The characters that an Authorization header can hold. */
const TOKEN = /^[\x21-\x7e]+$/

/** A wrong value is redacted, so that the message shows no secret. */
export const token = (name: string): Flag.Flag<string> =>
  Flag.Redacted(name).pipe(
    Flag.filter(
      (text) => TOKEN.test(Redacted.value(text)),
      () => "visible ASCII characters without spaces"
    ),
    Flag.map(Redacted.value),
    Flag.withMetavar("TOKEN")
  )

/** A text that `isRight` accepts; a usage error names what was `expected`. */
export const matching = (isRight: (text: string) => boolean, expected: string) => (name: string) =>
  Flag.filter(Flag.String(name), isRight, () => expected)

/** One of these words. */
export const oneOf =
  <const Choices extends ReadonlyArray<string>>(...choices: Choices) =>
  (name: string): Flag.Flag<Choices[number]> =>
    Flag.Literals(name, choices)

/** Far above every count, and exact as a number. */
const MOST = 10 ** 15 - 1

/** A whole number in decimal digits. */
export const whole =
  (least: number, most = MOST) =>
  (name: string): Flag.Flag<number> =>
    Flag.String(name).pipe(
      Flag.filterMap(
        (text) => {
          const number = /^\d{1,16}$/.test(text) ? Number(text) : -1
          return number >= least && number <= most ? Option.some(number) : Option.none()
        },
        () => `a whole number${most === MOST ? `, ${least} or more` : ` from ${least} to ${most}`}`
      )
    )

/** The address of a database, which holds a password: never shown. */
export const databaseUrl = (name: string): Flag.Flag<Redacted.Redacted> =>
  Flag.Redacted(name).pipe(
    Flag.filter(
      (text) => /^postgres(?:ql)?:$/.test(URL.parse(Redacted.value(text))?.protocol ?? ""),
      () => "an address like postgres://user:password@host:5432/database"
    ),
    Flag.withMetavar("URL")
  )

/** An HTTP address. A wrong value is redacted, because it may hold a user and a password. */
export const httpUrl = (name: string): Flag.Flag<string> =>
  Flag.Redacted(name).pipe(
    Flag.filter(
      (text) => /^https?:$/.test(URL.parse(Redacted.value(text))?.protocol ?? ""),
      () => "an http or https URL"
    ),
    Flag.map(Redacted.value),
    Flag.withMetavar("URL")
  )
