/** A text with what was searched for marked in it. */
import classes from "./Json.module.css"

export const Marked = ({ text, query }: { readonly text: string; readonly query: string }) => {
  const at = query === "" ? -1 : text.toLowerCase().indexOf(query.toLowerCase())
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <mark className={classes["found"]}>{text.slice(at, at + query.length)}</mark>
      {text.slice(at + query.length)}
    </>
  )
}
