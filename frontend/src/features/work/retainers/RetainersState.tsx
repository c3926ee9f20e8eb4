// The state of all retainers above their list, loaded with its texts.
import { Box } from "@mantine/core";
import { loadMessages } from "../../../i18n/translate";
import { StateSentence } from "../../../ui/layout/StateSentence";
import { lazyComponent } from "../../../ui/lazyComponent";

const Sentence = lazyComponent(
  async () => {
    const [module] = await Promise.all([import("./RetainersSentence"), loadMessages("hours")]);
    return module.RetainersSentence;
  },
  <StateSentence hasAnswer />,
);

export function RetainersState() {
  return (
    <Box mb="sm">
      <Sentence />
    </Box>
  );
}
