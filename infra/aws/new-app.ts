import { App } from 'aws-cdk-lib'
import recommended from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' }

/**
 * A CDK app with every feature flag at the value that the library recommends for new apps. (After an update of the
 * library, `npx cdk diff` shows what would change in an existing stage.)
 */
export const newApp = (): App => new App({ autoSynth: false, context: recommended })
