/** One person in one place: the heading, the conversation, the composer, the members. */
import { X } from "lucide-react"
import { useEffect } from "react"
import { useView } from "../api/Queries.ts"
import { Conversation } from "../chat/Conversation.tsx"
import { isForum } from "../chat/forum/PostOrder.ts"
import { Posts } from "../chat/forum/Posts.tsx"
import { Composer } from "../composer/Composer.tsx"
import { see, useUnread } from "../live/Unread.ts"
import { ChannelIcon } from "../place/ChannelIcon.tsx"
import { placeOf } from "../place/Places.ts"
import { type Pane, useScreen } from "../state/Screen.ts"
import { Avatar } from "../ui/Avatar.tsx"
import { IconButton } from "../ui/IconButton.tsx"
import { MemberList } from "./MemberList.tsx"
import { PaneTools } from "./PaneTools.tsx"
import classes from "./PaneView.module.css"
import { UserSwitch } from "./UserBar.tsx"
import { VoiceStrip } from "./Voice.tsx"

export const PaneView = ({ pane, alone }: { readonly pane: Pane; readonly alone: boolean }) => {
  const { data: view } = useView(pane.user_id)
  const { focus, close, members, focused } = useScreen()
  const place = placeOf(view, pane)
  const newest = useUnread(({ news }) => news[place?.id ?? ""])
  useEffect(() => {
    if (place !== undefined) see(pane.user_id, place.id)
  }, [pane.user_id, place?.id, newest])
  return (
    <section
      className={classes["pane"]}
      data-pane={pane.id}
      data-focused={(!alone && focused === pane.id) || undefined}
      aria-label={place === undefined ? "Conversation" : `${place.name}, as ${view?.user.username ?? ""}`}
      onFocusCapture={() => focus(pane.id)}
      onPointerDownCapture={() => focus(pane.id)}
    >
      <header className={classes["head"]}>
        {place?.channel === undefined ? null : <ChannelIcon channel={place.channel} size={20} />}
        {place?.direct === undefined ? null : (
          <Avatar id={place.direct.recipients[0]?.id ?? place.id} name={place.name} size={24} />
        )}
        <h1>{place?.name ?? "Nowhere yet"}</h1>
        <p className={classes["topic"]}>{place?.channel?.topic ?? ""}</p>
        {place === undefined || isForum(place.channel) ? null : <PaneTools user_id={pane.user_id} place={place} />}
        {alone ? null : <UserSwitch pane={pane} />}
        {alone ? null : <IconButton icon={X} label="Close this pane" onPress={() => close(pane.id)} />}
      </header>
      {place === undefined ? (
        <p className={classes["empty"]}>
          {view === undefined ? "Loading …" : "There is no channel here that this person sees."}
        </p>
      ) : (
        <div className={classes["body"]}>
          <div className={classes["talk"]}>
            {isForum(place.channel) ? (
              <Posts key={`${pane.user_id} ${place.id}`} user_id={pane.user_id} place={place} />
            ) : (
              <>
                <VoiceStrip user_id={pane.user_id} place={place} />
                <Conversation key={`${pane.user_id} ${place.id}`} user_id={pane.user_id} place={place} />
                <Composer key={`${pane.user_id} ${place.id} `} user_id={pane.user_id} place={place} />
              </>
            )}
          </div>
          {members && alone && place.guild !== undefined ? (
            <MemberList user_id={pane.user_id} place={place} guild={place.guild} />
          ) : null}
        </div>
      )}
    </section>
  )
}
