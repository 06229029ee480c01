/** How a receiver checks a delivery, in each language; the tests run it. `body` are the bytes as they arrived. */
export const signatureChecks = {
  TypeScript: `import { verify } from '@tasks-api/client'

// it throws a WebhookVerificationError unless the service has signed these bytes in the last five minutes
const event = await verify(body, headers, secret)`,
  Python: `import base64, hmac, time

def is_genuine(secret, headers, body):
    sent_at = headers.get("webhook-timestamp", "")
    if not sent_at.isdecimal() or abs(time.time() - int(sent_at)) > 5 * 60:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    content = (headers.get("webhook-id", "") + "." + sent_at + ".").encode() + body
    expected = b"v1," + base64.b64encode(hmac.digest(key, content, "sha256"))
    signatures = headers.get("webhook-signature", "").encode().split()
    return any(hmac.compare_digest(expected, signature) for signature in signatures)`,
} as const

/** The same as Markdown. */
export const signatureText = `A receiver checks each delivery with the secret of the webhook, over the bytes as they arrived. In TypeScript, with the client:

\`\`\`ts
${signatureChecks.TypeScript}
\`\`\`

In Python, without a package:

\`\`\`python
${signatureChecks.Python}
\`\`\``
