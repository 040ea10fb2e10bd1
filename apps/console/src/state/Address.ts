/** Keeps the address of the window and what it shows in step, so that every place and every trace has a link. */
import { useEffect } from "react"
import { useScreen } from "./Screen.ts"

/** `#/u/<user>/<guild or @me>/<channel>/i/<what the inspector shows>` */
const PATTERN = /^#\/u\/(\d+)(?:\/(\d+|@me)(?:\/(\d+))?)?(?:\/i\/(.+))?$/

/** A step of an open run. */
const STEP = /^run\//

export interface Place {
  readonly user_id: string
  readonly guild_id: string | null
  readonly channel_id?: string | undefined
  readonly inspector?: string | undefined
}

export const addressOf = ({ user_id, guild_id, channel_id, inspector }: Place): string => {
  const place = channel_id === undefined ? "" : `/${channel_id}`
  return `#/u/${user_id}/${guild_id ?? "@me"}${place}${inspector === undefined ? "" : `/i/${inspector}`}`
}

export const useAddress = (): void => {
  useEffect(() => {
    const read = () => {
      const [, user_id, place, channel_id, inspector] = PATTERN.exec(decodeURI(location.hash)) ?? []
      if (user_id === undefined) return
      useScreen.getState().go({ user_id, guild_id: place === "@me" || place === undefined ? null : place, channel_id })
      useScreen.getState().inspect(inspector)
    }
    read()
    addEventListener("hashchange", read)
    const stop = useScreen.subscribe(({ panes, focused, inspector }) => {
      const pane = panes.find(({ id }) => id === focused)
      if (pane === undefined || pane.user_id === "") return
      const address = addressOf({ ...pane, inspector })
      if (decodeURI(location.hash) === address) return
      // Steps of a run that is scrubbed are no places to go back to.
      if (inspector !== undefined && STEP.test(inspector)) history.replaceState(null, "", address)
      else history.pushState(null, "", address)
    })
    return () => {
      removeEventListener("hashchange", read)
      stop()
    }
  }, [])
}
