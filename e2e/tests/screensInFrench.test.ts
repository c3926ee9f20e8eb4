// Every screen in Canadian French.
import { lookAtEveryScreen } from "../harness/looks.ts";

lookAtEveryScreen("fr-ca");
