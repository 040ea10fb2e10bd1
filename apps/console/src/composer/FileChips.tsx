/** The files that go with the message. */
import { FileText, X } from "lucide-react"
import { memo } from "react"
import type { At } from "../use/Uses.ts"
import classes from "./Composer.module.css"
import { sizeText } from "./Files.ts"
import type { PickedFile } from "./Picked.ts"
import { write } from "./Written.ts"

export const FileChips = memo(({ at, files }: { readonly at: At; readonly files: ReadonlyArray<PickedFile> }) =>
  files.length === 0 ? null : (
    <ul className={classes["files"]} aria-label="Attachments">
      {files.map((file, index) => (
        <li key={`${index} ${file.filename}`}>
          <FileText size={16} aria-hidden />
          <span>{file.filename}</span>
          <small>{sizeText(file.size)}</small>
          <button
            type="button"
            aria-label={`Remove ${file.filename}`}
            onClick={() => write(at, { files: files.filter((_, other) => other !== index) })}
          >
            <X size={14} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  )
)
