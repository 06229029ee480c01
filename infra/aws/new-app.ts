import { App } from 'aws-cdk-lib'
import recommended from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' }

/**
 * A CDK app in which every feature flag has the value that its release of the library recommends for a new app. (A
 * stage that stands already sees in `npx cdk diff` what an update of the library would change.)
 */
export const newApp = (): App => new App({ autoSynth: false, context: recommended })
