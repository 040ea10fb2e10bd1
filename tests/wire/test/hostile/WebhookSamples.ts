/** Valid requests for webhooks of channels, and the webhook that they are about. */
import * as Play from "../Harbour.ts"
import { bot, type Sample, sample } from "./Sample.ts"

export const HOOK = {
  id: "600000000000000001",
  token: "tide-times-token",
  avatar: "0123456789abcdef0123456789abcdef"
}

/** An announcement channel. */
export const NEWS = "200000000000000091"

const webhook = { webhook_id: HOOK.id }
export const BY_TOKEN = { ...webhook, webhook_token: HOOK.token }
const channel = { channel_id: Play.GENERAL }
const avatar = "data:image/png;base64,iVBORw0KGgo="

export const WEBHOOK_SAMPLES: Readonly<Record<string, () => Sample>> = {
  create_webhook: () => bot({ params: channel, body: { name: "Tides", avatar } }),
  list_channel_webhooks: () => bot({ params: channel }),
  follow_channel: () => bot({ params: { channel_id: NEWS }, body: { webhook_channel_id: Play.STAFF_ROOM } }),
  get_guild_webhooks: () => bot({ params: { guild_id: Play.GUILD } }),
  get_webhook: () => bot({ params: webhook }),
  update_webhook: () => bot({ params: webhook, body: { name: "Tides", avatar, channel_id: Play.GENERAL } }),
  delete_webhook: () => bot({ params: webhook }),
  update_webhook_by_token: () => sample({ params: BY_TOKEN, body: { name: "Tides", avatar } }),
  delete_webhook_by_token: () => sample({ params: BY_TOKEN }),
  execute_slack_compatible_webhook: () =>
    sample({ params: BY_TOKEN, body: { text: "Ahoy", attachments: [{ title: "Tides", color: "#0af" }] } }),
  execute_github_compatible_webhook: () =>
    sample({
      params: BY_TOKEN,
      body: {
        sender: { id: 1, login: "dana", html_url: "https://example.com/d", avatar_url: "https://example.com/d.png" },
        action: "started"
      }
    })
}
