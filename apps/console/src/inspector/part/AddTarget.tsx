/** Adds a role or a member to a list of overwrites. */
import { Choose } from "../../ui/Form.tsx"
import { useNames } from "./Names.tsx"

interface Of {
  readonly roles: ReadonlyArray<{ readonly id: string; readonly name: string }>
  /** Ids of members. */
  readonly members: ReadonlyArray<string>
  readonly onAdd: (kind: "role" | "member", id: string) => void
}

export const AddTarget = ({ roles, members, onAdd }: Of) => {
  const names = useNames()
  return (
    <Choose
      label="Add a role or a member"
      hideLabel
      small
      placeholder="Add a role or a member …"
      value={undefined}
      choices={[
        ...roles.map(({ id, name }) => ({ id: `role ${id}`, name, note: "role" })),
        ...members.map((id) => ({ id: `member ${id}`, name: names.user(id), note: "member" }))
      ]}
      onChange={(key) => {
        const [kind, id = ""] = key.split(" ")
        onAdd(kind === "role" ? "role" : "member", id)
      }}
    />
  )
}
