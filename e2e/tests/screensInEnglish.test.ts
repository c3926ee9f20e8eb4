// Every screen in English.
import { lookAtEveryScreen } from "../harness/looks.ts";

lookAtEveryScreen("en-us");
