/** How a receiver in JavaScript verifies a delivery. */
export const javascriptSnippet = `import { Webhook } from 'standardwebhooks' // npm install standardwebhooks

// body: the text as it arrived, before it is parsed; headers: those of the request
const event = new Webhook(process.env.WEBHOOK_SECRET).verify(body, headers) // throws if it is not genuine
`

/** How a receiver in Python verifies a delivery. */
export const pythonSnippet = `import os
from standardwebhooks.webhooks import Webhook  # pip install standardwebhooks

# body: the bytes as they arrived, before they are parsed; headers: those of the request
event = Webhook(os.environ["WEBHOOK_SECRET"]).verify(body, headers)  # raises if it is not genuine
`
