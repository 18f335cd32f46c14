import type { Service } from '../../src/service/create-service.ts';
import { TEST_KEY, TEST_URL } from './in-process.ts';

export interface Called {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed JSON, as loosely typed as JSON is; the text itself where it is none. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
}

/** Calls a service by hand: a body is sent as JSON, unless it is a text, which is sent as it is. */
export function caller(service: Service, key = TEST_KEY) {
  return async (
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Called> => {
    const response = await service.handle(
      new Request(`${TEST_URL}${path}`, {
        method,
        headers: {
          authorization: `Service-Auth-Key ${key}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    );
    return parseAnswer(response);
  };
}

export async function parseAnswer(response: Response): Promise<Called> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : text };
}
