/**
 * Reads the registered commands of a server over REST, with the application's token or with the one that the control
 * plane of a Backlot server gives. Source: product.md "First minute" (`check --against`), "Control plane".
 */

import { APPLICATION_FLAGS } from "@backlot/domain/application/ApplicationFlag"
import type { ApplicationTraits } from "@backlot/domain/command/ApplicationTraits"
import { type ValidationContext, validate } from "@backlot/domain/command/CommandValidation"
import { type ApplicationCommand, IntegrationType } from "@backlot/domain/record/ApplicationCommand"
import { applicationFinder } from "@backlot/player/name/Finder"
import { StartError } from "@backlot/server/boot/StartError"
import { Effect, Option, Result, Schema } from "effect"
import { ask, causeOf, messageOf, Unanswered } from "../control/ControlAsk.ts"
import type { CheckFlags } from "./CheckFlags.ts"

type Against = Pick<CheckFlags, "token" | "controlToken" | "application">

type Account = Effect.Success<ReturnType<typeof accountOf>>

/**
 * The application whose commands are compared, with the traits that decide which commands it may register. `url` is that
 * of a server, of its control plane or of its REST base.
 */
export const accountOf = Effect.fnUntraced(function* (url: string, flags: Against) {
  const { rest, control } = basesOf(url)
  const found = flags.token === undefined ? yield* fromControl(control, flags) : undefined
  const authorization = found?.authorization ?? `Bot ${flags.token?.value}`
  const me = yield* read(`${rest}/applications/@me`, authorization, decodeMe)
  const named = flags.application?.value
  if (found === undefined && Result.isFailure(applicationFinder([me])(named))) {
    return yield* refuse(`The token is that of ${me.name} (${me.id}), not of ${named}`)
  }
  return { id: me.id, rest, authorization, traits: { ...traitsOf(me), ...found?.traits } }
})

/** The registered commands of a scope, with the same defaults that `validate` fills in for a file. */
export const registered = Effect.fnUntraced(function* (
  { id, rest, authorization }: Account,
  guild: string | undefined,
  context: ValidationContext
) {
  const scope = guild === undefined ? "" : `/guilds/${guild}`
  const url = `${rest}/applications/${id}${scope}/commands?with_localizations=true`
  const commands = yield* read(url, authorization, decodeCommands)
  return commands.flatMap((command): ReadonlyArray<ApplicationCommand> => {
    const content = validate(command, context)
    const { id: command_id, application_id, version } = command
    // A registered command that the rules now refuse counts as a difference.
    const own = Result.isSuccess(content) ? content.success : (command as unknown as ApplicationCommand)
    return [{ ...own, id: command_id, application_id, version }]
  })
})

const Me = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  flags: Schema.optional(Schema.Finite),
  integration_types_config: Schema.optional(Schema.NullOr(Schema.Record(Schema.String, Schema.Unknown)))
})

/** Older answers of the platform omit the installation contexts: then none count as missing. */
const traitsOf = ({ flags = 0, integration_types_config }: typeof Me.Type): ApplicationTraits => ({
  integration_types: Object.values(IntegrationType).filter(
    (type) => integration_types_config == null || String(type) in integration_types_config
  ),
  embedded: (flags & APPLICATION_FLAGS.EMBEDDED) !== 0,
  discoverable: false
})

const World = Schema.Struct({
  applications: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      name: Schema.String,
      bot: Schema.Struct({ token: Schema.String }),
      discoverable: Schema.optional(Schema.Boolean)
    })
  )
})

const fromControl = Effect.fnUntraced(function* (control: string, flags: Against) {
  const application = flags.application?.value
  const authorization = flags.controlToken && `Bearer ${flags.controlToken.value}`
  const { applications } = yield* read(`${control}/world`, authorization, decodeWorld)
  if (application === undefined && applications.length > 1) {
    const names = applications.map(({ id, name }) => `${name} (${id})`).join(", ")
    return yield* refuse(`--application says whose commands are meant; there are ${names}`)
  }
  const found = applicationFinder(applications)(application)
  if (Result.isFailure(found)) return yield* refuse(`--application: ${found.failure}`)
  const one = found.success
  return { authorization: `Bot ${one.bot.token}`, traits: { discoverable: one.discoverable ?? false } }
})

/** `http://127.0.0.1:6780`, `…/api`, `…/api/v10` and `…/control/v1` name the same server. */
const basesOf = (url: string) => {
  const base = url.replace(/\/+$/, "").replace(/\/(?:api(?:\/v\d+)?|control\/v1)$/, "")
  return { rest: `${base}/api/v10`, control: `${base}/control/v1` }
}

const read = <A>(url: string, authorization: string | undefined, decode: (body: unknown) => Option.Option<A>) =>
  ask(url, authorization === undefined ? {} : { headers: { authorization } }).pipe(
    Effect.flatMap(({ status, text }) =>
      Effect.try({
        try: () => ({ status, text, body: text === "" ? undefined : (JSON.parse(text) as unknown) }),
        catch: (error) => error
      })
    ),
    Effect.mapError((error) => {
      const unread = `${url} gave no answer that can be read: ${causeOf(error)}; --against takes the URL of a server that runs`
      return new StartError({ message: error instanceof Unanswered ? error.message : unread })
    }),
    Effect.flatMap(({ status, text, body }) => {
      const decoded = status === 200 ? decode(body) : Option.none()
      if (Option.isSome(decoded)) return Effect.succeed(decoded.value)
      return refuse(
        `${url} answered ${status}: ${messageOf(text) ?? "an answer of another kind"}${HINTS[status] ?? ""}`
      )
    })
  )

const HINTS: Readonly<Record<number, string>> = {
  401: "; give the token of an application there by --token, or that of the control plane by --control-token",
  404: "; --against takes the URL of a Backlot server, and --guild a guild that it has"
}

const refuse = (message: string) => Effect.fail(new StartError({ message }))

const decodeMe = Schema.decodeUnknownOption(Me)
const decodeWorld = Schema.decodeUnknownOption(World)
const decodeCommands = Schema.decodeUnknownOption(
  Schema.Array(
    Schema.StructWithRest(Schema.Struct({ id: Schema.String, application_id: Schema.String, version: Schema.String }), [
      Schema.Record(Schema.String, Schema.Unknown)
    ])
  )
)
