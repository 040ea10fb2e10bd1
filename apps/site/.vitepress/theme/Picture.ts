/** A picture in the reader's colours. Without a name it was not taken, because the site was built without a browser. */
import { withBase } from "vitepress"
import { defineComponent, h } from "vue"

const MISSING = "A picture belongs here. This site was built without a browser that could take it."

const image = (name: string, alt: string, theme: string) =>
  h("img", {
    class: theme,
    src: withBase(`/pictures/${name}-${theme}.png`),
    alt,
    width: 1360,
    height: 850,
    loading: "lazy"
  })

export const Picture = defineComponent({
  props: { name: { type: String, default: "" }, alt: { type: String, required: true } },
  setup:
    ({ name, alt }) =>
    () =>
      name === ""
        ? h("p", { class: "picture" }, MISSING)
        : h("figure", { class: "picture" }, [image(name, alt, "light"), image(name, alt, "dark")])
})
