/** The outcome of an act, and what the same user can do with it. */
import type { Outcome } from "@backlot/scenario/Outcome"
import type { Step } from "@backlot/scenario/Step"
import { Act, type ActOptions, type Expectation, type Patience } from "./Act.ts"
import { type CallSite, callSiteOf } from "./BacklotError.ts"
import type { Done, Session } from "./Session.ts"

/** A file: a path relative to the working directory of the test, or its content. */
export interface File {
  readonly path?: string
  readonly text?: string
  readonly base64?: string
  readonly filename?: string
  readonly content_type?: string
}

export interface SubmitOptions extends ActOptions {
  /** For file uploads of the modal. */
  readonly attachments?: ReadonlyArray<File & { readonly field: string }>
}

/** The fields of the outcome (`state`, `message`, `choices`, `modal`, `refused`, …), and further acts. */
export interface Answer extends Outcome, AnswerActs {}

export const answerOf = (session: Session, done: Done): Answer => {
  const answer = Object.assign(new AnswerActs(session, done), done.outcome)
  dones.set(answer, done)
  return answer
}

/** The act of an answer, for acts that go on from it. */
export const doneOf = (answer: Answer): Done | undefined => dones.get(answer)

/** Kept outside of the answers, which show only their outcomes. */
const dones = new WeakMap<Answer, Done>()

/** An act whose answer the same player goes on with. `options` may add to the step. */
export const acting = (
  session: Session,
  site: CallSite,
  step: Step,
  options: ActOptions = {},
  from?: Done
): Act<Answer> => {
  const { expect, ...beside } = options
  return new Act(
    async (expected) =>
      answerOf(
        session,
        await session.play({ ...step, ...beside, ...(expected === undefined ? {} : { expect: expected }) }, site, from)
      ),
    expect,
    step.wait !== undefined
  )
}

class AnswerActs {
  readonly #session: Session
  readonly #done: Done

  constructor(session: Session, done: Done) {
    this.#session = session
    this.#done = done
  }

  /** Presses a button of the message, by custom_id or label. */
  press(component: string, options?: ActOptions): Act<Answer> {
    return this.#act(callSiteOf(this.press), { press: component, ...this.#on() }, options)
  }

  /** Chooses in a select menu of the message, by custom_id or placeholder: values or labels, or names of users, … */
  select(component: string, values: string | ReadonlyArray<string>, options?: ActOptions): Act<Answer> {
    return this.#act(callSiteOf(this.select), { select: component, values, ...this.#on() }, options)
  }

  /** Fills in the modal, by custom_id or label, and submits it. */
  submit(fields: Readonly<Record<string, unknown>>, options?: SubmitOptions): Act<Answer> {
    const { interaction_id } = this.#done.outcome
    const on = interaction_id === undefined ? {} : { on: interaction_id }
    return this.#act(callSiteOf(this.submit), { submit: fields, ...on }, options)
  }

  /** Adds a reaction to the message. */
  react(emoji: string, options?: ActOptions): Act<Answer> {
    return this.#act(callSiteOf(this.react), { react: emoji, ...this.#on() }, options)
  }

  /** Judges the answer in its present state: a deferral may be complete by now. */
  expect(expected: Expectation): Act<Answer> {
    return this.#act(callSiteOf(this.expect), {}, { expect: expected })
  }

  /** Waits until the app has completed its deferred answer, and returns it. */
  responded({ within, ...options }: ActOptions & Patience = {}): Act<Answer> {
    const site = callSiteOf(this.responded)
    const waiting: Step = { wait: { state: "responded", ...(within === undefined ? {} : { within }) } }
    return new Act(
      async (expected) => {
        const waited = await this.#session.play(waiting, site, this.#done)
        const judged = { ...options, expect: expected ?? {} }
        return answerOf(this.#session, await this.#session.play(judged, site, waited))
      },
      options.expect,
      true
    )
  }

  #act(site: CallSite, step: Step, options?: ActOptions): Act<Answer> {
    return acting(this.#session, site, step, options, this.#done)
  }

  #on(): { readonly on?: string } {
    const { message } = this.#done.outcome
    return message === undefined ? {} : { on: message.id }
  }
}
