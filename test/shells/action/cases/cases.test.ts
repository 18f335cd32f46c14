import { holdTranscripts } from '../../../journeys/transcripts.ts';
import { casePrograms } from '../case-programs.ts';

holdTranscripts('test/shells/action/cases', casePrograms);
