import { expect, test } from 'vitest';
import { mayRunPrograms } from './memory-folder.ts';

const mounts = (options: string): string => `/dev/vda / ext4 rw 0 0\ntmpfs /dev/shm tmpfs ${options} 0 0\n`;

test('temporary folders are made where programs may be run', () => {
  expect(mayRunPrograms(mounts('rw,nosuid,nodev,size=8170024k'), '/dev/shm')).toBe(true);
  expect(mayRunPrograms(mounts('rw,nosuid,nodev,noexec,size=8170024k'), '/dev/shm')).toBe(false);
  // What is mounted last is what is there.
  expect(mayRunPrograms(`${mounts('rw')}${mounts('rw,noexec')}`, '/dev/shm')).toBe(false);
  expect(mayRunPrograms('/dev/vda / ext4 rw 0 0\n', '/dev/shm')).toBe(false);
});
