<?php

/*
 * Receives webhooks of the Tasks API, and verifies each. PHP 8 or later, without further packages.
 *
 *     WEBHOOK_SECRET=whsec_... php -S 127.0.0.1:4000 receiver.php
 */

declare(strict_types=1);

const TOLERANCE_SECONDS = 5 * 60;

/** Whether the holder of the secret signed this body within the last five minutes. */
function is_genuine(string $secret, string $id, string $sentAt, string $signatures, string $body): bool
{
    if (!ctype_digit($sentAt) || abs(time() - (int) $sentAt) > TOLERANCE_SECONDS) {
        return false;
    }
    $key = base64_decode(substr($secret, strlen('whsec_')));
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

$body = file_get_contents('php://input');
$isGenuine = is_genuine(
    getenv('WEBHOOK_SECRET'),
    $_SERVER['HTTP_WEBHOOK_ID'] ?? '',
    $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '',
    $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '',
    $body,
);
if ($isGenuine) {
    handle(json_decode($body, true, flags: JSON_THROW_ON_ERROR));
}
http_response_code($isGenuine ? 204 : 401);
