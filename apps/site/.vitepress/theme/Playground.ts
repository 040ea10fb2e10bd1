/** The place in which the package of the playground draws itself. */
import { withBase } from "vitepress"
import { defineComponent, h, onBeforeUnmount, onMounted, ref } from "vue"

interface Module {
  /** Draws the playground within the element; the answer takes it away. */
  readonly mount: (element: HTMLElement) => () => void
}

export const Playground = defineComponent({
  setup: () => {
    const place = ref<HTMLElement>()
    const fault = ref("")
    let unmount: (() => void) | undefined
    onMounted(async () => {
      try {
        // The contract of the package.
        const module = (await import(/* @vite-ignore */ withBase("/playground/playground.js"))) as Module
        // The reader may have left meanwhile.
        if (place.value !== undefined && place.value !== null) unmount = module.mount(place.value)
      } catch (error) {
        fault.value = `The playground did not start: ${String(error)}`
      }
    })
    onBeforeUnmount(() => unmount?.())
    return () => [
      h("link", { rel: "stylesheet", href: withBase("/playground/playground.css") }),
      h("noscript", "The playground needs JavaScript."),
      fault.value === "" ? undefined : h("p", { role: "alert" }, fault.value),
      h("div", { ref: place, class: "playground vp-raw" })
    ]
  }
})
