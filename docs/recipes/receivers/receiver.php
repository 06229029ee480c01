<?php

/*
 * Receives webhooks of the Tasks API, and verifies each. PHP 8 or later, without further packages.
 *
 *     WEBHOOK_SECRET=whsec_... php -S 127.0.0.1:4000 docs/recipes/receivers/receiver.php
 */

declare(strict_types=1);

const TOLERANCE_SECONDS = 5 * 60;

/**
 * The key in a secret, or null if it is malformed. Without this check an empty secret would be an empty key, with which
 * anybody can sign.
 */
function key_of(string $secret): ?string
{
    if (!str_starts_with($secret, 'whsec_')) {
        return null;
    }
    $encoded = substr($secret, strlen('whsec_'));
    $key = base64_decode($encoded, true);
    return $key !== false && strlen($key) >= 24 && base64_encode($key) === $encoded ? $key : null;
}

/** Whether the holder of the key signed this body within the last five minutes. */
function is_genuine(string $key, string $id, string $sentAt, string $signatures, string $body): bool
{
    if (!ctype_digit($sentAt) || abs(time() - (int) $sentAt) > TOLERANCE_SECONDS) {
        return false;
    }
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$sentAt.$body", $key, true));
    // while a secret is being rotated, there is a signature for each of the two
    foreach (explode(' ', $signatures) as $signature) {
        if (hash_equals($expected, $signature)) {
            return true;
        }
    }
    return false;
}

/** Put your own code here. An event can come twice: remember its id, or keep the highest version of each task. */
function handle(array $event): void
{
    error_log($event['type'] . ' ' . $event['id']);
}

$key = key_of((string) getenv('WEBHOOK_SECRET'));
if ($key === null) {
    error_log('WEBHOOK_SECRET must be the secret of the webhook: whsec_ and then base64, as the API returned it.');
    http_response_code(500);
    exit;
}
$body = file_get_contents('php://input');
$isGenuine = is_genuine(
    $key,
    $_SERVER['HTTP_WEBHOOK_ID'] ?? '',
    $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '',
    $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '',
    $body,
);
if ($isGenuine) {
    handle(json_decode($body, true, flags: JSON_THROW_ON_ERROR));
}
http_response_code($isGenuine ? 204 : 401);
