/** The playground as a part of any page. */
import { createRoot } from "react-dom/client"
import "./Playground.css"
import { Playground } from "./view/Playground.tsx"

/** Shows the playground in the element until the returned function is called. */
export const mount = (element: HTMLElement): (() => void) => {
  const root = createRoot(element)
  root.render(<Playground now={Date.now()} />)
  return () => root.unmount()
}
