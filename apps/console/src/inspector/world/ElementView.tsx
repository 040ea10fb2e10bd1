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
import { ElementForm } from "./ElementForm.tsx"
import { type Element, useChange, useElement } from "./Elements.ts"
import { ElementText } from "./ElementText.tsx"
import { FIELDS, type Kind } from "./Kinds.ts"
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
          <ElementForm kind={kind} ids={ids} element={data} fields={FIELDS[kind]} />
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

/** What one often does with an element of this kind. */
const Quick = ({ kind, ids, element }: Of & { readonly element: Element }) => {
  const names = useNames()
  const [id = "", second = ""] = ids
  const add = (what: Kind, name: string) => (
    <Press key={what} onPress={() => useScreen.getState().inspect(`world/new/${what}/${id}`)}>
      <Plus size={13} aria-hidden /> {name}
    </Press>
  )
  switch (kind) {
    case "guild":
      return (
        <div className={classes["quick"]}>
          {add("role", "Role")} {add("channel", "Channel")} {add("member", "Member")} {add("ban", "Ban")}{" "}
          {add("voice_state", "Voice")} {add("emoji", "Emoji")} {add("invite", "Invite")} {add("webhook", "Webhook")}{" "}
          {add("scheduled_event", "Event")} {add("stage_instance", "Stage")} {add("sticker", "Sticker")}{" "}
          {add("auto_moderation_rule", "Rule")} {add("soundboard_sound", "Sound")} {add("guild_install", "Application")}
          <Jump to={`permissions/${id}`}>Command permissions</Jump>
        </div>
      )
    case "member":
    case "ban":
    case "voice_state":
      return (
        <div className={classes["quick"]}>
          <Jump to={`world/user/${second}`}>{names.user(second)}</Jump>
          <Jump to={`world/guild/${id}`}>{names.guild(id)}</Jump>
        </div>
      )
    case "invite":
      return (
        <div className={classes["quick"]}>
          <Jump to={`world/channel/${id}/${String(element["channel_id"])}`}>
            {names.channel(String(element["channel_id"]))}
          </Jump>
          <Jump to={`world/guild/${id}`}>{names.guild(id)}</Jump>
        </div>
      )
    case "user":
      return (
        <div className={classes["quick"]}>
          {add("user_install", "Application")}
          {((element["installs"] ?? []) as ReadonlyArray<{ readonly application_id: string }>).map(
            ({ application_id }) => (
              <Jump key={application_id} to={`world/user_install/${id}/${application_id}`}>
                {names.application(application_id)}
              </Jump>
            )
          )}
        </div>
      )
    case "application":
      return (
        <div className={classes["quick"]}>
          {add("application_emoji", "Emoji")}
          {((element["emojis"] ?? []) as ReadonlyArray<{ readonly id: string; readonly name: string }>).map((emoji) => (
            <Jump key={emoji.id} to={`world/application_emoji/${id}/${emoji.id}`}>
              {`:${emoji.name}:`}
            </Jump>
          ))}
          {add("entitlement", "Entitlement")}
          {((element["entitlements"] ?? []) as ReadonlyArray<{ readonly id: string; readonly user_id: string }>).map(
            (one) => (
              <Jump key={one.id} to={`world/entitlement/${id}/${one.id}`}>
                {`entitlement of ${names.user(one.user_id)}`}
              </Jump>
            )
          )}
        </div>
      )
    case "application_emoji":
    case "entitlement":
      return (
        <div className={classes["quick"]}>
          <Jump to={`world/application/${id}`}>{names.application(id)}</Jump>
        </div>
      )
    case "role":
    case "channel":
    case "emoji":
    case "webhook":
    case "scheduled_event":
    case "stage_instance":
    case "sticker":
    case "auto_moderation_rule":
    case "soundboard_sound":
    case "guild_install":
      return (
        <div className={classes["quick"]}>
          <Jump to={`world/guild/${id}`}>{names.guild(id)}</Jump>
          {kind === "guild_install" ? <Jump to={`permissions/${id}/${second}`}>Command permissions</Jump> : null}
        </div>
      )
    default:
      return null
  }
}
