import { describe, expect, test } from 'vitest';
import { commentKey, type Marker, markerOf } from '../../../../src/shells/action/comment/comment-marker.ts';

describe('the key of a comment', () => {
  test('is 16 digits of a digest of folder, target and id', () => {
    expect(commentKey('terms', 'prod', '')).toBe('7b76af3239803b8a');
    const keys = [
      commentKey('a', 'b', ''),
      commentKey('a', '', 'b'),
      commentKey('', 'a', 'b'),
      commentKey('ab', '', ''),
    ];
    expect(new Set(keys).size).toBe(4);
  });

  test('a marker ends its line', () => {
    const line = `<!-- lexform:plan:v1 key=${'0'.repeat(16)} run=5.1 head=- digest=- state=open touches=aa.bb -->`;
    const marker: Marker = {
      kind: 'plan',
      key: '0'.repeat(16),
      runId: '5',
      runAttempt: '1',
      head: '',
      digest: '',
      state: 'open',
      touches: ['aa', 'bb'],
    };
    for (const end of ['', '\n', '\r\nmore', '\nmore']) expect(markerOf(line + end)).toStrictEqual(marker);
    for (const end of ['x', ' ', '\r', '\rx']) expect(markerOf(line + end)).toBe(undefined);
  });
});
