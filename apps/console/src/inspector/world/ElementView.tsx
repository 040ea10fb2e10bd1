/** One element of the world: quick actions, a form of its common fields, and all of it as JSON. */
import { KINDS } from "@backlot/domain/record/Kind"
import { Braces, Plus, TextCursorInput, Trash2 } from "lucide-react"
import { useState } from "react"
import { ControlFailure } from "../../api/ControlFailure.ts"
import { useScreen } from "../../state/Screen.ts"
import { Ask } from "../part/Ask.tsx"
import { Jump, Note, Press, Problem, Section } from "../part/Bits.tsx"
import { Json } from "../part/Json.tsx"
import { useNames } from "../part/Names.tsx"
import { readable } from "./About.ts"
import { ElementForm } from "./ElementForm.tsx"
import { type Element, heldBy, holderOf, type Kind, useChange, useElement } from "./Elements.ts"
import { ElementText } from "./ElementText.tsx"
import { ABOUT } from "./Kinds.ts"
import classes from "./World.module.css"

interface Of {
  readonly kind: Kind
  readonly ids: ReadonlyArray<string>
}

export const ElementView = ({ kind, ids }: Of) => {
  const { data, error } = useElement(kind, ids)
  const { mutate, error: refusal, reset } = useChange()
  const [asText, setAsText] = useState(false)
  const about = KINDS[kind]
  if (error !== null) {
    return (
      <Section title={`The ${about.word}`}>
        {error instanceof ControlFailure && error.status === 404 ? (
          <Note>It does not exist any more.</Note>
        ) : (
          <Problem error={error} />
        )}
      </Section>
    )
  }
  if (data === undefined)
    return (
      <Section title={`The ${about.word}`}>
        <Note>Loading …</Note>
      </Section>
    )
  const remove = () =>
    mutate({ kind, ids, method: "delete" }, { onSuccess: () => useScreen.getState().inspect("world") })
  return (
    <Section
      title={titleOf(kind, data)}
      aside={
        <>
          <Press
            onPress={() => {
              reset()
              setAsText(!asText)
            }}
          >
            {asText ? <TextCursorInput size={13} aria-hidden /> : <Braces size={13} aria-hidden />}{" "}
            {asText ? "Form" : "JSON"}
          </Press>
          <Ask
            title={`Delete this ${about.word}?`}
            says="Everything that belongs to it goes with it. Bots get the events of it over the gateway."
            act="Delete"
            onAct={remove}
          >
            <Press tone="bad" label={`Delete this ${about.word}`} onPress={() => undefined}>
              <Trash2 size={13} aria-hidden /> Delete
            </Press>
          </Ask>
        </>
      }
    >
      <Problem error={refusal} />
      <Quick kind={kind} ids={ids} element={data} />
      {asText ? (
        <ElementText kind={kind} ids={ids} element={data} />
      ) : (
        <>
          <ElementForm kind={kind} ids={ids} element={data} fields={ABOUT[kind].fields} />
          <div className={classes["whole"]}>
            <Json value={data} label="the element" depth={1} />
          </div>
        </>
      )}
    </Section>
  )
}

const titleOf = (kind: Kind, { name, username, nick, code, user_id, application_id }: Element): string =>
  String(name ?? username ?? nick ?? code ?? user_id ?? application_id ?? KINDS[kind].word)

/** What can be made in it, what it holds and the tree does not list at once, and what it has to do with. */
const Quick = ({ kind, ids, element }: Of & { readonly element: Element }) => {
  const names = useNames()
  const [id = ""] = ids
  const holder = holderOf(kind)
  const read = readable(element)
  const links = [
    ...(ABOUT[kind].links?.(read, ids, names) ?? []),
    ...(holder === undefined ? [] : [[`world/${holder}/${id}`, names.any(id) ?? id] as const])
  ]
  return (
    <div className={classes["quick"]}>
      {heldBy(kind).map((held) => (
        <Press key={held} onPress={() => useScreen.getState().inspect(`world/new/${held}/${id}`)}>
          <Plus size={13} aria-hidden /> {ABOUT[held].one}
        </Press>
      ))}
      {links.map(([to, name]) => (
        <Jump key={to} to={to}>
          {name}
        </Jump>
      ))}
    </div>
  )
}
