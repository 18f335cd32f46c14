import { holdTranscripts } from '../transcripts.ts';

holdTranscripts('test/journeys/layers');
