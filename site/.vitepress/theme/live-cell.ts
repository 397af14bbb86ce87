import { useData, withBase } from "vitepress";
import { defineComponent, h, onBeforeUnmount, onMounted, ref, watch } from "vue";

/** Whether the site was built together with the element <taut-lab>. */
declare const __TAUT_EMBED__: boolean;

/**
 * A model that runs in the page: the slot has its text as a block of YAML. The element <taut-lab> draws and runs it; a site that
 * was built without that element shows the text alone.
 */
export const LiveCell = defineComponent({
  props: {
    lanes: { type: String, default: undefined },
    sliders: { type: String, default: undefined },
    plot: { type: String, default: undefined },
  },
  setup(props, { slots }) {
    const stage = ref<HTMLElement>();
    const source = ref<HTMLElement>();
    const { isDark } = useData();
    let element: HTMLElement | undefined;
    const follow = (): void => element?.setAttribute("theme", isDark.value ? "dark" : "light");
    watch(isDark, follow);
    onBeforeUnmount(() => element?.remove());

    onMounted(() => {
      if (!__TAUT_EMBED__ || stage.value === undefined) return;
      const begin = async (): Promise<void> => {
        await import(/* @vite-ignore */ withBase("/embed/taut-lab.js"));
        const text = source.value?.querySelector("code")?.textContent ?? "";
        element = document.createElement("taut-lab");
        follow();
        for (const [name, value] of Object.entries(props)) if (value !== undefined) element.setAttribute(name, value);
        const script = document.createElement("script");
        script.type = "text/yaml";
        script.textContent = text;
        element.append(script);
        stage.value?.replaceChildren(element);
      };
      // the simulation is loaded when the cell comes into view
      const observer = new IntersectionObserver((entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        void begin();
      });
      observer.observe(stage.value);
    });

    return () => [
      __TAUT_EMBED__ ? h("div", { ref: stage, class: "live-stage" }) : undefined,
      h(__TAUT_EMBED__ ? "details" : "div", { ref: source, class: "live-source" }, [
        __TAUT_EMBED__ ? h("summary", "The model") : undefined,
        slots.default?.(),
      ]),
    ];
  },
});
