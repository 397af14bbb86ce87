import { withBase } from "vitepress";
import { defineComponent, h } from "vue";

/** A link to the lab, which stands beside the pages, with a model of the gallery. */
export const LabLink = defineComponent({
  props: { model: { type: String, default: "" } },
  setup: (props) => () => {
    const address = `${withBase("/lab/")}${props.model === "" ? "" : `#/stage/${props.model}`}`;
    return h("a", { href: address, target: "_self" }, props.model === "" ? "Open the lab" : "Open in the lab");
  },
});
