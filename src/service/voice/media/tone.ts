/**
 * Most sound in one file, in milliseconds. A choice: nobody listens to it, and a source of 3 hours would give 500 MB of
 * it. Transcripts and subtitles cover the whole source.
 */
const SOUND_MAX_MS = 10_000;

/**
 * Least sound in one file, in milliseconds, so that no container stands empty and players have enough to recognise each
 * by. A choice.
 */
const SOUND_MIN_MS = 500;

const TONE_HZ = 440;
/** About -24 dB below full scale. */
const PEAK = 2000;

export const soundMs = (sourceMs: number): number => Math.min(SOUND_MAX_MS, Math.max(SOUND_MIN_MS, sourceMs));

/**
 * A sine of 16-bit samples by Bhaskara's approximation, which needs one division of whole numbers and so gives the same
 * samples on every machine. `phase` is in 1/65536 of a period.
 */
function sine(phase: number): number {
  const half = 32_768;
  const inHalf = phase % half;
  const parabola = inHalf * (half - inHalf);
  const height = Math.floor((16 * parabola * PEAK) / (5 * half * half - 4 * parabola));
  return phase < half ? height : -height;
}

/**
 * 440 Hz for the first quarter of every second, then silence: a beep, so that nobody takes it for speech. A quarter of
 * a second is 110 whole periods; the beep starts and ends at zero and does not click. `rateHz` is 8000, 16000 or 24000;
 * mono.
 */
export function beeps(ms: number, rateHz: number): Int16Array {
  const samples = new Int16Array(Math.floor((ms * rateHz) / 1000));
  for (let at = 0; at < samples.length; at += 1) {
    const inSecond = at % rateHz;
    if (inSecond < rateHz / 4) samples[at] = sine(Math.floor((inSecond * TONE_HZ * 65_536) / rateHz) % 65_536);
  }
  return samples;
}
