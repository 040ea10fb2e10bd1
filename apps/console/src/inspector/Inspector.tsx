/** Explains what happened. `what` is the part of the address after `/i/`. */
import classes from "./Inspector.module.css"

const Inspector = ({ what }: { readonly what: string }) => <aside className={classes["inspector"]}>{what}</aside>

export default Inspector
