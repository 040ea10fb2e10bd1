/** What there is to begin with. */
import type { Shared } from "./Shared.ts"
import { idOf } from "./WorldText.ts"

const PET_SHOP = `[
  {
    "name": "adopt",
    "description": "Adopt a pet",
    "options": [
      {
        "type": 3,
        "name": "animal",
        "description": "What kind",
        "required": true,
        "choices": [{ "name": "Dog", "value": "dog" }, { "name": "Cat", "value": "cat" }]
      },
      { "type": 3, "name": "name", "description": "What to call it", "max_length": 20 },
      { "type": 6, "name": "keeper", "description": "Who takes care of it" }
    ]
  },
  {
    "name": "ban",
    "description": "Ban a member",
    "default_member_permissions": "4",
    "contexts": [0],
    "options": [{ "type": 6, "name": "member", "description": "Whom", "required": true }]
  },
  { "name": "vet", "description": "Take a pet to the vet", "contexts": [0] }
]
`

const WORLD = `# A small world file. In command_permissions a command's name stands for its id.
applications:
  - { id: "1", name: Pet Shop, owner_id: "10" }
users:
  - { id: "10", username: alice }
  - { id: "11", username: bob }
  - { id: "12", username: carol, locale: de }
guilds:
  - id: "20"
    name: Harbour
    owner_id: "10"
    roles:
      - { id: "21", name: Moderator, permissions: [BAN_MEMBERS] }
      - { id: "22", name: Muted, permissions: [] }
    channels:
      - { id: "30", name: general }
      - id: "31"
        name: quiet
        permission_overwrites:
          - { id: "22", type: 0, deny: [USE_APPLICATION_COMMANDS] }
    members:
      - { user_id: "10" }
      - { user_id: "11", roles: ["21"] }
      - { user_id: "12", roles: ["22"] }
    installs:
      - { application_id: "1" }
command_permissions:
  - id: vet
    application_id: "1"
    guild_id: "20"
    permissions:
      - { id: "11", type: 2, permission: false }
`

const BROKEN = `[
  { "name": "Adopt", "description": "Adopt an animal" },
  {
    "name": "pets",
    "description": "Pets",
    "options": [
      { "type": 4, "name": "count", "description": "How many", "min_value": 5, "max_value": 3 },
      { "type": 3, "name": "animal", "description": "", "required": true, "choices": [{ "name": "Dog", "value": 1 }] }
    ]
  },
  { "type": 2, "name": "Praise", "description": "A user command has none", "colour": 3 }
]
`

const start: Shared = {
  definitions: PET_SHOP,
  world: WORLD,
  typed: "/adopt animal:Dog name:Rex keeper:@bob",
  user: "11",
  channel: "30",
  command: idOf(2),
  scope: "global"
}

/** The example that is there at the start. */
export const FIRST = "A pet shop"

/** By the names that the page offers. */
export const EXAMPLES: Readonly<Record<string, Shared>> = {
  [FIRST]: start,
  "Definitions with faults": { ...start, definitions: BROKEN, typed: "/pets count:4" },
  "A command that is hidden": { ...start, typed: "/ban member:@bob", user: "12", channel: "31", command: idOf(1) }
}

export const START = start
