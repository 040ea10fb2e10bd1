/** The bytes of pictures that were uploaded, by hash: `record/UploadedPicture`. */
import { limits, type UploadedPicture } from "../../record/UploadedPicture.ts"
import { Text } from "../../validation/Shape.ts"
import { keys, required } from "../rule/Check.ts"
import { fieldsOf } from "../rule/Fields.ts"
import * as Value from "../rule/Value.ts"
import type { Element, Rooted } from "./Element.ts"

const own = fieldsOf("uploaded_picture", { image: [Text, required, Value.uploadedPicture] })

type Draft = typeof own.shape.Type

export const element = {
  list: "pictures",
  ...own,
  keyed: { by: ({ hash }) => hash, rules: [keys(limits.pictures, Value.avatar)] },
  build: ({ image }, _, hash): UploadedPicture => ({ hash, image: image ?? "" }),
  toFile: ({ image }) => ({ image }),
  collections: ["uploaded_picture"],
  key: ({ hash }) => [hash]
} satisfies Element<UploadedPicture, Draft> & Rooted<UploadedPicture, Draft>
