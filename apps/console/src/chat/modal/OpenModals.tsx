/** The modals that this person has open in this place, the newest above. */
import { useShallow } from "zustand/react/shallow"
import { useDoing } from "../../use/Uses.ts"
import { useChat } from "../context/Chat.ts"
import { ModalDialog } from "./ModalDialog.tsx"

const OpenModals = () => {
  const { user_id, channel_id } = useChat()
  const modals = useDoing(
    useShallow(({ modals }) => modals.filter((each) => each.user_id === user_id && each.channel_id === channel_id))
  )
  return modals.map((modal) => <ModalDialog key={modal.interaction_id} open={modal} />)
}

export default OpenModals
