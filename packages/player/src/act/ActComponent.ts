/** Buttons, select menus and modals. */
import * as ControlCall from "@backlot/client/session/ControlCall"
import { ComponentType } from "@backlot/domain/component/ComponentFields"
import type { Path } from "@backlot/domain/error/Fault"
import type { Step } from "@backlot/scenario/Step"
import { Effect, Result } from "effect"
import { type Found, hint } from "../name/Finder.ts"
import { idNamed, type Names } from "../name/Names.ts"
import { type Called, type Component, called, componentsOf, SELECTS, valuesOf } from "../turn/Components.ts"
import { attached } from "../turn/Files.ts"
import { interact, look } from "../turn/Interacting.ts"
import { resolveMessage } from "../turn/MessageRefs.ts"
import { unplayable } from "../turn/Playing.ts"
import type { Act, Turn } from "../turn/Turn.ts"

export const press: Act<string> = Effect.fnUntraced(function* (turn, name) {
  const { at, message, component } = yield* find(turn, name, [ComponentType.BUTTON], "press", "button")
  if (component?.url !== undefined) return yield* unplayable(["press"], `${JSON.stringify(name)} only opens a link`)
  const custom_id = component?.custom_id ?? name
  return yield* interact(turn, at, ControlCall.component(at.user, message.id), { custom_id })
})

export const select: Act<string> = Effect.fnUntraced(function* (turn, name) {
  const { at, message, component } = yield* find(turn, name, SELECTS, "select", "select menu")
  const chosen = [turn.step.values ?? []].flat().map(String)
  const values = component === undefined ? chosen : yield* choose(turn, component, chosen, ["values"])
  const custom_id = component?.custom_id ?? name
  return yield* interact(turn, at, ControlCall.component(at.user, message.id), { custom_id, values })
})

/** The message with such a component. If the user no longer sees the message, the name is the custom_id. */
const find = Effect.fnUntraced(function* (
  turn: Turn,
  name: string,
  types: ReadonlyArray<number>,
  act: string,
  kind: string
) {
  const at = yield* turn.at
  const fitting = (message: unknown) => componentsOf(message).filter(({ component }) => types.includes(component.type))
  const options = {
    path: [act],
    what: `no message with a ${kind} ${JSON.stringify(name)}`,
    near: (messages: ReadonlyArray<unknown>) => namesOf(name, messages.toReversed().flatMap(fitting))
  }
  const fits = (message: unknown) => called(name, fitting(message)) !== undefined
  const message = yield* resolveMessage(turn, at, turn.step.on, fits, options)
  const known = fitting(message)
  const component = called(name, known)?.component
  if (component === undefined && known.length > 0) {
    return yield* unplayable([act], `the message has no ${kind} ${JSON.stringify(name)}${namesOf(name, known)}`)
  }
  return { at, message, component }
})

const namesOf = (name: string, all: ReadonlyArray<Called>): string =>
  hint(
    name,
    all.flatMap(({ names }) => names)
  )

const choose = Effect.fnUntraced(function* (
  turn: Turn,
  component: Component,
  chosen: ReadonlyArray<string>,
  path: Path
) {
  const { user, channel } = yield* turn.scene
  const around = { guild_id: channel.guild_id, user_id: user }
  const entityIn =
    (names: Names) =>
    (text: string, type: number): Found<string> => {
      if (type === ROLE_SELECT) return idNamed(names, "role", text, around)
      const found = idNamed(names, type === CHANNEL_SELECT ? "channel" : "user", text, around)
      return type === MENTIONABLE_SELECT ? Result.orElse(found, () => idNamed(names, "role", text, around)) : found
    }
  return yield* turn.playing.names.find((names) => valuesOf(component, chosen, entityIn(names)), path)
})

const { ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT } = ComponentType

export const submit: Act<NonNullable<Step["submit"]>> = Effect.fnUntraced(function* (turn, filled) {
  const user = yield* turn.user
  const { interaction_id, modal } = yield* modalOf(turn, user)
  const all = componentsOf(modal).filter(({ component }) => component.custom_id !== undefined)
  const field = Effect.fnUntraced(function* (name: string, path: Path) {
    const found = called(name, all)
    if (found !== undefined || all.length === 0) return found?.component
    return yield* unplayable(path, `the modal has no field ${JSON.stringify(name)}${namesOf(name, all)}`)
  })
  const entries = yield* Effect.forEach(
    Object.entries(filled),
    Effect.fnUntraced(function* ([name, value]) {
      const component = yield* field(name, ["submit", name])
      return [component?.custom_id ?? name, yield* fill(turn, component, value, ["submit", name])] as const
    })
  )
  const attachments = yield* Effect.forEach(
    turn.step.attachments ?? [],
    Effect.fnUntraced(function* ({ field: name, ...file }, index) {
      const component = yield* field(name, ["attachments", index, "field"])
      const read = yield* attached(turn.playing, file, ["attachments", index])
      return { field: component?.custom_id ?? name, ...read }
    })
  )
  const body = { fields: Object.fromEntries(entries), ...(attachments.length === 0 ? {} : { attachments }) }
  const channel = turn.playing.memory.last?.channel
  return yield* interact(turn, { user, channel }, ControlCall.modal(user, interaction_id), body)
})

/** The modal that is open for the user, or that of the interaction that the step names. */
const modalOf = Effect.fnUntraced(function* ({ playing, step: { on } }: Turn, user: string) {
  if (typeof on === "string" && on !== "last") {
    const { modal } = yield* look(playing, on)
    return { interaction_id: on, modal }
  }
  const open = playing.memory.modals.get(user)
  return open ?? (yield* unplayable(["submit"], "no modal is open for this user"))
})

/** Labels and names become the values that they stand for; texts and booleans stay. */
const fill = Effect.fnUntraced(function* (turn: Turn, component: Component | undefined, value: unknown, path: Path) {
  if (component === undefined || !isChosen(component) || value === null || typeof value === "boolean") {
    return typeof value === "number" ? String(value) : value
  }
  const isList = Array.isArray(value)
  const chosen = (isList ? value : [value]).map(String)
  const values = SELECTS.includes(component.type)
    ? yield* choose(turn, component, chosen, path)
    : Result.getOrElse(
        valuesOf(component, chosen, (text) => Result.succeed(text)),
        () => chosen
      )
  return isList ? values : values[0]
})

const isChosen = ({ type, options }: Component): boolean => options !== undefined || SELECTS.includes(type)
