/** Kinds of flag that several commands take. */
import { resolve } from "node:path"
import { Effect, Redacted } from "effect"
import { type Argument, Flag, Param, Primitive } from "effect/cli"

/**
 * An absolute path, completed by shells as one. Whether the file can be used is for the one who uses it to say: the
 * library's own path type looks at the file system while it parses, and would call that bad usage.
 */
export const file = (name: string): Flag.Flag<string> =>
  Param.makeSingle({ kind: Param.flagKind, name, typeName: "FILE", primitiveType: path(resolve) })

/** A path as an argument; `-` stands for stdin or stdout and stays. */
export const fileArgument = (name: string): Argument.Argument<string> =>
  Param.makeSingle({
    kind: Param.argumentKind,
    name,
    // The help shows it beside the name, which says enough.
    typeName: "",
    primitiveType: path((text) => (text === "-" ? text : resolve(text)))
  })

const path = (read: (text: string) => string) =>
  Object.assign(Primitive.Path("either"), { parse: (text: string) => Effect.sync(() => read(text)) })

/** What fits in an Authorization header. */
const TOKEN = /^[\x21-\x7e]+$/

/** Redacted where it is wrong, so that the message shows no secret. */
export const token = (name: string): Flag.Flag<string> =>
  Flag.Redacted(name).pipe(
    Flag.filter(
      (text) => TOKEN.test(Redacted.value(text)),
      () => "visible ASCII characters without spaces"
    ),
    Flag.map(Redacted.value),
    Flag.withMetavar("TOKEN")
  )

/** An address that HTTP can reach. Redacted where it is wrong: it may hold a user and a password. */
export const httpUrl = (name: string): Flag.Flag<string> =>
  Flag.Redacted(name).pipe(
    Flag.filter(
      (text) => /^https?:$/.test(URL.parse(Redacted.value(text))?.protocol ?? ""),
      () => "an http or https URL"
    ),
    Flag.map(Redacted.value),
    Flag.withMetavar("URL")
  )
