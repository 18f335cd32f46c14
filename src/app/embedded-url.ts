/** The address of the embedded service in plans and messages; no server listens there. */
export const EMBEDDED_URL = 'http://embedded.lexform.invalid';
