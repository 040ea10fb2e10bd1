/** An application of the world, for its own program and for tests that call the API as it. */
import type { StageApplication } from "@backlot/player/stage/Stage"
import { appEnvironment } from "@backlot/simulator/run/AppEnvironment"
import { Predicate, Record } from "effect"
import type { Act, ActOptions } from "./Act.ts"
import { type Answer, acting, doneOf, type File } from "./Answer.ts"
import { type CallSite, callSiteOf } from "./BacklotError.ts"
import type { Session } from "./Session.ts"

export interface CallOptions extends ActOptions {
  readonly query?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
  /** `bot` (default), `client`, `none`, or a whole Authorization value such as `Bearer …`. */
  readonly auth?: string
  /** Sent as multipart. */
  readonly files?: ReadonlyArray<File>
}

type Method = "get" | "post" | "put" | "patch" | "delete"

/**
 * Calls take a path below the REST base (`/v10` is added). In paths and bodies, `{application}` stands for its id,
 * `{token}` and `{interaction}` for those of the last interaction, and `{user:bob}`, `{guild:Harbour}`,
 * `{channel:general}`, `{role:Moderator}`, `{command:adopt}` for ids. An answer of 400 or above fails unless its
 * `status` is expected.
 */
export class AppHandle {
  readonly id: string
  readonly name: string
  /** The token of the bot. */
  readonly token: string
  readonly secret: string
  /** Ed25519, hexadecimal. */
  readonly publicKey: string
  /** The environment for its program: BACKLOT_APP_REST_URL, BACKLOT_APP_TOKEN, … */
  readonly env: Readonly<Record<string, string>>
  readonly #session: Session
  /** Its name in transcripts: the name alone if no other application has it. */
  readonly #called: string

  constructor(session: Session, application: StageApplication) {
    const { id, name, bot_token, client_secret, public_key } = application
    this.#session = session
    this.id = id
    this.name = name
    this.token = bot_token
    this.secret = client_secret
    this.publicKey = public_key
    const namesakes = session.opened.stage.applications.filter((one) => one.name === name)
    this.#called = namesakes.length === 1 ? name : id
    const environment = appEnvironment({}, session.opened.stage, application)
    this.env = Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, value ?? ""]))
  }

  get(path: string, options?: CallOptions): Act<Answer> {
    return this.#call(callSiteOf(this.get), "get", path, undefined, options)
  }

  post(path: string, body?: unknown, options?: CallOptions): Act<Answer> {
    return this.#call(callSiteOf(this.post), "post", path, body, options)
  }

  put(path: string, body?: unknown, options?: CallOptions): Act<Answer> {
    return this.#call(callSiteOf(this.put), "put", path, body, options)
  }

  patch(path: string, body?: unknown, options?: CallOptions): Act<Answer> {
    return this.#call(callSiteOf(this.patch), "patch", path, body, options)
  }

  delete(path: string, options?: CallOptions): Act<Answer> {
    return this.#call(callSiteOf(this.delete), "delete", path, undefined, options)
  }

  /** Replaces all commands, for everyone or in a guild. */
  register(commands: ReadonlyArray<unknown>, { guild, ...options }: CallOptions & { readonly guild?: string } = {}) {
    const scope = guild === undefined ? "" : `/guilds/{guild:${guild}}`
    return this.#call(
      callSiteOf(this.register),
      "put",
      `/applications/{application}${scope}/commands`,
      commands,
      options
    )
  }

  /** Edits the answer to an interaction, which completes a deferred one; of a component, edits its message. */
  edit(answer: Answer, body: unknown, options?: CallOptions): Act<Answer> {
    return this.#call(callSiteOf(this.edit), "patch", `${WEBHOOK}/messages/@original`, body, options, answer)
  }

  /** Sends another message after an answer. */
  followUp(answer: Answer, body: unknown, options?: CallOptions): Act<Answer> {
    return this.#call(callSiteOf(this.followUp), "post", WEBHOOK, body, options, answer)
  }

  #call(
    site: CallSite,
    method: Method,
    path: string,
    body: unknown,
    given: CallOptions = {},
    after?: Answer
  ): Act<Answer> {
    const { query, headers, auth, files, ...options } = given
    const call = {
      [method]: path,
      application: this.#called,
      ...Record.filter({ body, query, headers, auth, files }, Predicate.isNotUndefined)
    }
    return acting(this.#session, site, { app: call }, options, after === undefined ? undefined : doneOf(after))
  }
}

const WEBHOOK = "/webhooks/{application}/{token}"
