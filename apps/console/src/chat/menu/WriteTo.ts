/** Goes to the direct channel with somebody, which begins now if there is none. */
import { control } from "../../api/Control.ts"
import { queries, viewQuery } from "../../api/Queries.ts"
import { useScreen } from "../../state/Screen.ts"
import { type At, act } from "../../use/Uses.ts"

export const writeTo = async (at: At, recipient_id: string, name: string): Promise<void> => {
  const { user_id } = at
  await act(at, `Write to ${name}`, async () => {
    const { id } = await control("open_direct_channel", { user_id, recipient_id })
    // The page goes to a place that it knows.
    await queries.invalidateQueries({ queryKey: viewQuery(user_id).queryKey })
    useScreen.getState().go({ guild_id: null, channel_id: id })
  })
}
