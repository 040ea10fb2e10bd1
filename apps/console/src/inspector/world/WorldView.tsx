/** Everything that exists: a tree, an element to change, and the world as a whole. `world[/<kind>/<id>…]`, `world/new/<kind>[/<guild>]`. */
import { PARAMETERS } from "@backlot/domain/record/Kind"
import { useWorld } from "../../api/Queries.ts"
import { Note } from "../part/Bits.tsx"
import { Split } from "../part/Split.tsx"
import { isKind } from "./Elements.ts"
import { ElementView } from "./ElementView.tsx"
import { NewElement } from "./NewElement.tsx"
import { WholeWorld } from "./WholeWorld.tsx"
import { WorldTree } from "./WorldTree.tsx"

const WorldView = ({ rest }: { readonly rest: ReadonlyArray<string> }) => {
  const { data: world } = useWorld()
  if (world === undefined) return <Note>Loading …</Note>
  const address = rest.join("/")
  return (
    <Split
      back="world"
      backTo="The world"
      list={
        <>
          <WholeWorld />
          <WorldTree world={world} chosen={address === "" ? undefined : address} />
        </>
      }
      detail={address === "" ? undefined : <Chosen key={address} rest={rest} />}
    />
  )
}

export default WorldView

const Chosen = ({ rest }: { readonly rest: ReadonlyArray<string> }) => {
  const [kind, ...ids] = rest
  if (kind === "new" && isKind(ids[0])) return <NewElement kind={ids[0]} within={ids[1]} />
  if (isKind(kind) && ids.length === PARAMETERS[kind].length) return <ElementView kind={kind} ids={ids} />
  return <Note>There is nothing at this address.</Note>
}
