/** Files for an app: chosen or dropped. */
import { Upload, X } from "lucide-react"
import { Button, DropZone, FileTrigger } from "react-aria-components"
import { boundsOf } from "../component/Choices.ts"
import { sizeOf } from "../media/Size.ts"
import { Marked } from "./FieldLabel.tsx"
import classes from "./Fields.module.css"
import type { OfField } from "./ModalForm.ts"

export const FileField = ({ field, label, description, value, fault, onChange }: OfField) => {
  const files = value as ReadonlyArray<File>
  const { max } = boundsOf(field)
  const add = (more: ReadonlyArray<File>) => onChange((max === 1 ? [...more] : [...files, ...more]).slice(-max))
  return (
    <div className={classes["field"]}>
      <span className={classes["label"]}>
        <Marked label={label} field={field} />
      </span>
      {description === undefined ? null : <span className={classes["description"]}>{description}</span>}
      <DropZone
        className={classes["drop"] ?? ""}
        aria-label={`Drop files for ${label}`}
        onDrop={async ({ items }) => {
          const dropped = items.flatMap((item) => (item.kind === "file" ? [item.getFile()] : []))
          add(await Promise.all(dropped))
        }}
      >
        <Upload size={18} aria-hidden />
        <span>Drop {max === 1 ? "a file" : `up to ${max} files`} here, or</span>
        <FileTrigger allowsMultiple={max > 1} onSelect={(list) => add([...(list ?? [])])}>
          <Button aria-label={`Choose files for ${label}`}>choose</Button>
        </FileTrigger>
      </DropZone>
      {files.length === 0 ? null : (
        <ul className={classes["files"]}>
          {files.map((file) => (
            <li key={`${file.name} ${file.size} ${file.lastModified}`}>
              <span>{file.name}</span>
              <small>{sizeOf(file.size)}</small>
              <Button
                aria-label={`Take ${file.name} away`}
                onPress={() => onChange(files.filter((each) => each !== file))}
              >
                <X size={14} aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      )}
      {fault === undefined ? null : (
        <span className={classes["fault"]} role="alert">
          {fault}
        </span>
      )}
    </div>
  )
}
