/** Rows, people and channels for tests of the composer. */
import type { World } from "../src/api/Queries.ts"
import type { Option, Row } from "../src/composer/Picked.ts"
import type { Surroundings } from "../src/composer/Reads.ts"

export const option = (given: Partial<Option> & Pick<Option, "name" | "type">): Option => ({
  description: "",
  name_localized: given.name,
  description_localized: "",
  ...given
})

export const row = (name: string, options: ReadonlyArray<Option> = [], more: Partial<Row> = {}): Row => ({
  id: "1",
  application_id: "10",
  application_name: "Pet Shop",
  version: "2",
  default_member_permissions: null,
  type: 1,
  name,
  name_localized: name,
  name_localizations: null,
  description: "",
  description_localized: "",
  description_localizations: null,
  nsfw: false,
  options: [...options],
  ...more
})

export const around: Surroundings = {
  user: { id: "31", username: "alice", locale: "en-US" },
  users: [
    { id: "31", username: "alice", global_name: "Alice", nick: null },
    { id: "32", username: "bob", global_name: "Bob", nick: "Bobby" },
    { id: "33", username: "carol", global_name: "Bobby", nick: null }
  ],
  channels: [
    { id: "21", name: "general", type: 0 },
    { id: "22", name: "adoption questions", type: 11 },
    { id: "23", name: "general", type: 2 }
  ],
  roles: [
    { id: "20", name: "@everyone" },
    { id: "24", name: "Moderator" }
  ]
}

export const world: World = {
  applications: [{ id: "10", name: "Pet Shop", owner_id: "31", bot: { id: "10", username: "Pet Shop" } }],
  users: [
    { id: "31", username: "alice" },
    { id: "32", username: "bob" },
    { id: "33", username: "BOB" }
  ],
  guilds: [
    {
      id: "20",
      name: "Harbour",
      owner_id: "31",
      roles: [],
      members: [],
      voice_states: [],
      invites: [],
      scheduled_events: [],
      soundboard_sounds: [],
      channels: [
        { id: "21", name: "general", type: 0 },
        { id: "22", name: "adoption questions", type: 11 }
      ]
    },
    {
      id: "29",
      name: "Hill",
      owner_id: "31",
      roles: [],
      members: [],
      voice_states: [],
      invites: [],
      scheduled_events: [],
      soundboard_sounds: [],
      channels: [{ id: "28", name: "General", type: 0 }]
    }
  ],
  direct_channels: [{ id: "41", type: 1, recipients: ["31", "10"] }]
}
