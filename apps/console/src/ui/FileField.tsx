/** A file of a form, as a data URI. */
import { Upload } from "lucide-react"
import { useState } from "react"
import { FileTrigger } from "react-aria-components"
import { TextButton } from "./Buttons.tsx"
import classes from "./FileField.module.css"

interface Of {
  readonly label: string
  /** A data URI; empty for none. */
  readonly value: string
  /** Media types. */
  readonly accepts: ReadonlyArray<string>
  readonly fault: string | undefined
  readonly onChange: (uri: string | null) => void
}

export const FileField = ({ label, value, accepts, fault, onChange }: Of) => {
  const [problem, setProblem] = useState<string>()
  const choose = async (file: File | undefined) => {
    if (file === undefined) return
    if (file.size > MOST) return setProblem(`${file.name} has more than ${MOST / 1024} KiB.`)
    setProblem(undefined)
    onChange(await uriOf(file))
  }
  const wrong = problem ?? fault
  return (
    <fieldset className={classes["file"]}>
      <legend>{label}</legend>
      {value.startsWith("data:image/") ? <img className={classes["picture"]} src={value} alt="As it is now" /> : null}
      <small>{value === "" ? "No file." : aboutOf(value)}</small>
      {wrong === undefined ? null : <p role="alert">{wrong}</p>}
      <div className={classes["acts"]}>
        <FileTrigger acceptedFileTypes={accepts} onSelect={(files) => void choose(files?.[0])}>
          <TextButton icon={Upload} label={`Choose a file: ${label}`}>
            Choose a file …
          </TextButton>
        </FileTrigger>
        {value === "" ? null : <TextButton onPress={() => onChange(null)}>Remove the file</TextButton>}
      </div>
    </fieldset>
  )
}

/** Bytes; the server says what a kind allows. */
const MOST = 1_048_576

const uriOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })

/** `audio/mpeg, 4 KiB`. */
const aboutOf = (uri: string): string => {
  // A hash: the file is elsewhere.
  if (!uri.startsWith("data:")) return "There is one."
  const [head = "", body = ""] = uri.split(",")
  return `${head.slice(5).split(";")[0]}, ${Math.ceil((body.length * 3) / 4 / 1024)} KiB`
}
