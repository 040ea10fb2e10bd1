/**
 * Launched Activities of a person in a place. A world has no address of an Activity's page: people give it once, and the
 * browser remembers it. The page runs in a sandboxed frame; its Embedded App SDK listens to the platform's own origins
 * only, so nobody here answers it.
 */
import { Rocket, X } from "lucide-react"
import { type FormEvent, memo, useState } from "react"
import { Button } from "react-aria-components"
import { create } from "zustand"
import { createJSONStorage, persist } from "zustand/middleware"
import { useInteraction, useWorld } from "../api/Queries.ts"
import { nameOf } from "../place/Places.ts"
import { IconButton } from "../ui/IconButton.tsx"
import { type At, closeActivity, type LaunchedActivity, useDoing } from "../use/Uses.ts"
import classes from "./Activity.module.css"
import { addressIn, guessOf } from "./ActivityAddress.ts"

/** Addresses of Activities by application. */
const useAddresses = create<{ readonly of: Readonly<Record<string, string>> }>()(
  persist(() => ({ of: {} }), {
    name: "backlot.activities",
    version: 1,
    storage: createJSONStorage(() => localStorage)
  })
)

export const Activities = memo(({ at }: { readonly at: At }) => {
  const all = useDoing(({ activities }) => activities)
  const here = all.filter(({ user_id, channel_id }) => user_id === at.user_id && channel_id === at.channel_id)
  return here.map((activity) => <Activity key={activity.interaction_id} activity={activity} all={all} />)
})

interface Of {
  readonly activity: LaunchedActivity
  readonly all: ReadonlyArray<LaunchedActivity>
}

const Activity = ({ activity, all }: Of) => {
  const { data: world } = useWorld()
  const { data: interaction } = useInteraction(activity.interaction_id)
  const [isOpen, setOpen] = useState(false)
  const application = world?.applications.find(({ id }) => id === interaction?.application_id)
  const known = useAddresses(({ of }) => of[application?.id ?? ""])
  const guess = known ?? guessOf(application?.interactions_endpoint_url) ?? ""
  const guild = world?.guilds.find(({ channels }) => channels.some(({ id }) => id === activity.channel_id))
  const people = all
    .filter(({ instance_id }) => instance_id === activity.instance_id)
    .flatMap(({ user_id }) => world?.users.find(({ id }) => id === user_id) ?? [])
  const name = application?.name ?? "Activity"
  const address = addressIn(guess, { ...activity, guild_id: guild?.id }, location.origin)

  const open = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = String(new FormData(event.currentTarget).get("address") ?? "").trim()
    useAddresses.setState(({ of }) => ({ of: { ...of, [application?.id ?? ""]: given } }))
    setOpen(true)
  }
  return (
    <section className={classes["activity"]} aria-label={`Activity ${name}`} data-open={isOpen || undefined}>
      <header className={classes["head"]}>
        <Rocket size={16} aria-hidden />
        <b>{name}</b>
        <span className={classes["who"]}>
          with {people.map(nameOf).join(", ")}, instance <code>{activity.instance_id}</code>
        </span>
        {isOpen ? (
          <Button className={classes["back"] ?? ""} onPress={() => setOpen(false)}>
            Address
          </Button>
        ) : null}
        <IconButton icon={X} size={16} label={`Close ${name}`} onPress={() => closeActivity(activity.interaction_id)} />
      </header>
      {isOpen && address.url !== undefined ? (
        <iframe
          title={name}
          src={address.url}
          className={classes["frame"]}
          sandbox="allow-scripts allow-forms allow-same-origin"
          referrerPolicy="no-referrer"
        />
      ) : (
        <form className={classes["form"]} onSubmit={open}>
          <label>
            Where this Activity's page is served
            <input key={guess} name="address" defaultValue={guess} placeholder="http://127.0.0.1:5173/" />
          </label>
          <button type="submit">Open</button>
          <p>
            {isOpen && address.because !== undefined
              ? address.because
              : "The platform knows this address from its developer portal; a world does not have it. It must be on this machine."}
          </p>
        </form>
      )}
    </section>
  )
}
